import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = new URL('../../../', import.meta.url).pathname;

/** A file of the project. */
export interface Source {
  /** From the root of the project. */
  readonly path: string;
  readonly text: string;
}

/** The TypeScript of these folders and files, which are named from the root of the project. */
export function sourcesIn(...places: readonly string[]): Source[] {
  const paths = places.flatMap((place) =>
    place.endsWith('.ts')
      ? [place]
      : readdirSync(join(ROOT, place), { recursive: true, encoding: 'utf8' }).map((file) => `${place}/${file}`),
  );
  return paths.filter((path) => /\.tsx?$/.test(path)).map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

/** Where a file has code of a kind: `src/http/body.ts:12: the code`. */
export function placesOf({ path, text }: Source, isFound: (node: ts.Node) => boolean): string[] {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const places: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isFound(node)) places.push(`${path}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${node.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return places;
}
