import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { FAULTS } from '../mutation/faults/index.ts';
import { openTestService } from '../mutation/test-service.ts';
import { compose } from '../mutation/variants/bundles.ts';
import { launchChromium } from '../self-tests/browser/chromium.ts';
import { quietEnvironment } from './quiet-environment.ts';

// Makes the example report and its pictures in docs/ anew: of the reference service with a few faults, as the suite shows them today.

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const REPORTS = 'reports/example';
const EXAMPLE = 'docs/example';
const SHOWN = ['nested-7-statistics-emails-clicked', 'business-name-truncated-at-255', 'alone-rejects-wrong-password', 'hostile-nul'];
/** Where pictures are taken: a desk and a phone, by day and by night. */
const PICTURES = [
  { file: 'report.png', width: 1280, height: 860, colorScheme: 'light' },
  { file: 'report-phone-dark.png', width: 390, height: 844, colorScheme: 'dark' },
] as const;

const faults = SHOWN.map((name) => {
  const fault = FAULTS.find((entry) => entry.name === name);
  if (fault === undefined) throw new Error(`There is no fault ${name}: choose another in scripts/example.ts.`);
  return fault;
});
const service = await openTestService(compose(faults).difference);
try {
  // Apart from the user's own settings. Its report says where it was written, so that is a path of any clone.
  const env = { ...quietEnvironment(), ...service.variables, CES_SEED: '1' };
  const child = spawn('npm', ['run', '--silent', 'conformance', '--', '--report-dir', REPORTS], { cwd: ROOT, env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 1) throw new Error(`The suite ended with ${code}, not 1: it has to find what is broken.`);
} finally {
  await service.close();
}
mkdirSync(join(ROOT, EXAMPLE), { recursive: true });
copyFileSync(join(ROOT, REPORTS, 'index.html'), join(ROOT, EXAMPLE, 'report.html'));
copyFileSync(join(ROOT, REPORTS, 'findings.md'), join(ROOT, EXAMPLE, 'findings.md'));
const browser = await launchChromium();
try {
  for (const { file, width, height, colorScheme } of PICTURES) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    await page.goto(pathToFileURL(join(ROOT, EXAMPLE, 'report.html')).href);
    await page.screenshot({ path: join(ROOT, 'docs', file) });
  }
} finally {
  await browser.close();
}
