/** Texts that would act in Markdown or HTML. */
export const HOSTILE_MARKDOWN: readonly string[] = [
  '<img src=x>',
  '[a](http://127.0.0.1/)',
  '![a](http://127.0.0.1/)',
  '[a]: http://127.0.0.1/',
  '*a* _a_ **a** | b | c',
  'a\n\n# b',
  '# b #',
  '- a\n- b',
  '1. a',
  '    indented',
  '``a` <img src=x>',
  'a\n```\n<img src=x>\n````\n[a](http://127.0.0.1/)',
  '`<img src=x>`` **a**',
  '\\`<img src=x>\\`',
  '\\<img src=x>',
  '&lt;img&gt; &#35;',
  'http://127.0.0.1/ www.example.com a@example.com',
  '@someone #1',
  '~~~',
  '~~a~~',
  '</code></pre><script>',
  '---',
  '===',
];

/** What none of them may become; strong, lists and code are the reports' own. */
export const ACTIVE = /<(?:img|a|em|del|h1|hr|ol|script)\b|<strong>a|<h[23]>b/;
