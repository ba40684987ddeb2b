const BREAKS = /<\/?(?:h\d|p|li|ul|ol|tr|table|section|article|details|summary|div|dt|dd|pre|header|nav|main|caption|figure)\b[^>]*>/g;

/** What a page says, a block a line, without its style, its script and its markup. */
export function pageText(html: string): string {
  return html
    .replace(/^.*?<body[^>]*>/s, '')
    .replace(/<(style|script)>.*?<\/\1>/gs, '')
    .replace(BREAKS, '\n')
    .replace(/<\/t[dh]>/g, ' | ')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .split('\n')
    .map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
