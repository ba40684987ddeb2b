import { createRequire } from 'node:module';
import type { Options, ValidateFunction } from 'ajv/dist/2020.js';
import type formats from 'ajv-formats';

const load = createRequire(import.meta.url);

/** A validator for a schema of our own files. It loads ajv only now: that takes a tenth of a second, and most runs read no such file. */
export function validatorOf<T>(schema: object, options: Options = {}): ValidateFunction<T> {
  const { Ajv2020 } = load('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const { default: addFormats } = load('ajv-formats') as typeof formats;
  const ajv = new Ajv2020({ strict: true, ...options });
  addFormats(ajv);
  return ajv.compile<T>(schema);
}
