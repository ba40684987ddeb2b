/** This process's environment for a run of its own: without its settings, without `.env`, and without what a test runner or npm says to its scripts. */
export function quietEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(CES_|CONFORMANCE_|PW|PLAYWRIGHT|TEST_|FORCE_COLOR|npm_(?!config_(registry|cache|userconfig)$))/.test(name),
  );
  return { ...Object.fromEntries(kept), CES_ENV_FILE: '/dev/null' };
}
