import type { Catalogue } from "./catalogues";

/** A text that shows its id in brackets; what is on the screen without brackets isn't in the catalogue. */
export function marked(catalogue: Catalogue, language: "xa" | "xb"): Catalogue {
  const [open, close] = language === "xb" ? ["⟧", "⟦"] : ["⟦", "⟧"];
  return Object.fromEntries(Object.keys(catalogue).map((id) => [id, `${open}${id}${close}`]));
}
