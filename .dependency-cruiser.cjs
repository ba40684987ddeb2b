// Imports run one way: specification → target → http → client → generation → checks → report → doctor. See ARCHITECTURE.md.
const LAYERS = ['specification', 'target', 'http', 'client', 'generation', 'checks', 'report', 'doctor'];

const oneWay = LAYERS.slice(0, -1).map((layer, index) => ({
  name: `${layer}-knows-nothing-to-its-right`,
  severity: 'error',
  from: { path: `^src/${layer}/` },
  to: { path: `^src/(${LAYERS.slice(index + 1).join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...oneWay,
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'library-knows-no-tests', severity: 'error', from: { path: '^src/' }, to: { path: '^(tests|scripts)/' } },
    { name: 'reference-stands-alone', severity: 'error', from: { path: '^reference/' }, to: { path: '^(src|tests|scripts|schemas)/' } },
    { name: 'library-knows-no-reference', severity: 'error', from: { path: '^src/' }, to: { path: '^reference/' } },
    {
      name: 'derivation-stays-apart',
      severity: 'error',
      from: { path: '^src/(?!specification/derive/)' },
      to: { path: '^src/specification/derive/' },
    },
    {
      name: 'no-development-packages',
      severity: 'error',
      from: { path: '^(src|reference|tests/conformance)/', pathNot: '^src/specification/derive/' },
      to: { dependencyTypes: ['npm-dev'] },
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
