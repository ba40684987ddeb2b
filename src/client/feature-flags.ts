export type FlagEncoding = 'repeat' | 'comma' | 'brackets' | 'json';

/** The query that asks `getFeatureFlagStatuses` for flags. The settings give the parameter and the encoding (Endpoints, rule 4). */
export function flagQuery(parameter: string, names: readonly string[], encoding: FlagEncoding): string {
  const name = encodeURIComponent(parameter);
  const each = (separator: string) => names.map((flag) => `${name}${separator}${encodeURIComponent(flag)}`).join('&');
  const queries: Record<FlagEncoding, () => string> = {
    repeat: () => each('='),
    brackets: () => each('[]='),
    comma: () => `${name}=${names.map(encodeURIComponent).join(',')}`,
    json: () => `${name}=${encodeURIComponent(JSON.stringify(names))}`,
  };
  return queries[encoding]();
}
