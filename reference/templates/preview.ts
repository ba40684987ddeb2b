const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** A page that shows a message as its reader would see it, variables unfilled. */
export function previewPage(title: string, message: string): string {
  const lines = escaped(message).split('\n').join('<br>');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title></head><body><p>${lines}</p></body></html>\n`;
}
