import { readFileSync } from 'node:fs';
import { marked, type Token } from 'marked';

/** All tokens of a Markdown page, nested ones too. */
export function tokensOf(page: string): Token[] {
  const tokens: Token[] = [];
  marked.walkTokens(marked.lexer(readFileSync(page, 'utf8')), (token) => {
    tokens.push(token);
  });
  return tokens;
}
