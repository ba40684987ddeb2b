import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';

/** A piece of what a run wrote, with the place where it stands. */
export interface Content {
  readonly place: string;
  readonly text: string;
}

/** All that stands in the files below a directory, archives and base64 in them opened, however deep. */
export function contentsOf(directory: string): Content[] {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap((file) => {
    const path = join(file.parentPath, file.name);
    return opened(path, readFileSync(path));
  });
}

/** Long enough not to be a word, a hash or an id. */
const BASE64_RUN = /[A-Za-z0-9+/]{120,}={0,2}/g;

function opened(place: string, bytes: Buffer): Content[] {
  const text = bytes.toString('utf8');
  const own = [{ place, text }];
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004')))
    return [...own, ...zipEntries(bytes).flatMap(([name, data]) => opened(`${place} » ${name}`, data))];
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return [...own, ...opened(`${place} » gzip`, gunzipSync(bytes))];
  const runs = [...text.matchAll(BASE64_RUN)].map(([run]) => Buffer.from(run, 'base64'));
  return [...own, ...runs.flatMap((data, index) => opened(`${place} » base64 ${index}`, data))];
}

const DIRECTORY_ENTRY = 0x02014b50;
const DEFLATED = 8;

/** The files of a zip archive, by its central directory (APPNOTE 4.3.12). */
function zipEntries(zip: Buffer): [string, Buffer][] {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  const entries: [string, Buffer][] = [];
  let at = zip.readUInt32LE(end + 16);
  while (zip.readUInt32LE(at) === DIRECTORY_ENTRY) {
    const [nameLength, extraLength, commentLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const data = zip.subarray(begin, begin + zip.readUInt32LE(at + 20));
    entries.push([name, zip.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(data) : data]);
    at += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}
