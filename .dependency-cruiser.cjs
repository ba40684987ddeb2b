// Imports run one way, from left to right. See ARCHITECTURE.md, "Rooms".
const LAYERS = [
  'installation',
  'specification',
  'redaction',
  'settings',
  'http',
  'client',
  'generation',
  'checks',
  'engine',
  'result',
  'report',
  'doctor',
  'cli',
];

const oneWay = LAYERS.slice(0, -1).map((layer, index) => ({
  name: `${layer}-imports-nothing-to-its-right`,
  severity: 'error',
  from: { path: `^src/${layer}/` },
  to: { path: `^src/(${LAYERS.slice(index + 1).join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...oneWay,
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'library-imports-no-tests',
      severity: 'error',
      // The command loads the sensitivity when it is asked for.
      from: { path: '^src/', pathNot: '^src/cli/commands.ts' },
      to: { path: '^(tests|mutation|self-tests|scripts)/' },
    },
    {
      name: 'suite-imports-the-library-only',
      severity: 'error',
      from: { path: '^tests/' },
      to: { path: '^(reference|mutation|self-tests|scripts)/' },
    },
    { name: 'mutation-imports-no-self-tests', severity: 'error', from: { path: '^mutation/' }, to: { path: '^(self-tests|scripts)/' } },
    {
      name: 'reference-stands-alone',
      severity: 'error',
      from: { path: '^reference/' },
      to: { path: '^(src|tests|mutation|self-tests|scripts|schemas)/' },
    },
    { name: 'library-imports-no-reference', severity: 'error', from: { path: '^src/' }, to: { path: '^reference/' } },
    {
      name: 'no-development-packages',
      severity: 'error',
      from: { path: '^(src|reference|tests|mutation)/' },
      to: { dependencyTypes: ['npm-dev'] },
    },
    {
      name: 'fastify-serves-the-reference-only',
      severity: 'error',
      from: { path: '^(src|tests|mutation)/' },
      to: { path: 'node_modules/fastify/', dependencyTypesNot: ['type-only'] },
    },
    { name: 'nothing-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    { name: 'nothing-orphaned', severity: 'error', from: { orphan: true, path: '^src/', pathNot: '^src/report/html/assets/' }, to: {} },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
};
