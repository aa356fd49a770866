/**
 * Tells a height, in pixels, to the elements of a selector and to nobody else, by a style sheet of its own: at the root it
 * would be inherited, and each change would work out the styles of the whole page anew.
 *
 * @returns what says the height; `null` takes it back
 */
export function heightFor(selector: string, property: string): (height: number | null) => void {
  let sheet: CSSStyleSheet | null = null;
  return (height) => {
    if (!sheet) {
      sheet = new CSSStyleSheet();
      document.adoptedStyleSheets.push(sheet);
    }
    sheet.replaceSync(height === null ? "" : `${selector} { ${property}: ${height}px }`);
  };
}
