/**
 * Sets a height in pixels for the elements of a selector by a separate style sheet: a property on the root would be inherited, and each
 * change would recalculate the styles of the whole page.
 * @returns the setter; `null` removes the height
 */
export function heightVariable(selector: string, property: string): (height: number | null) => void {
  let sheet: CSSStyleSheet | null = null;
  return (height) => {
    if (!sheet) {
      sheet = new CSSStyleSheet();
      document.adoptedStyleSheets.push(sheet);
    }
    sheet.replaceSync(height === null ? "" : `${selector} { ${property}: ${height}px }`);
  };
}
