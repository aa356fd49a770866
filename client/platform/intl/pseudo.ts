import type { Catalogue } from "./catalogues";

/** Replaces each text by its id in brackets; text without brackets on the screen isn't in the catalog. */
export function pseudoCatalogue(catalogue: Catalogue, language: "xa" | "xb"): Catalogue {
  const [open, close] = language === "xb" ? ["⟧", "⟦"] : ["⟦", "⟧"];
  return Object.fromEntries(Object.keys(catalogue).map((id) => [id, `${open}${id}${close}`]));
}
