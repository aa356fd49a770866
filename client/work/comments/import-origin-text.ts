import type { ImportOrigin } from "../../../shared/kernel/import-origin";
import type { TextFunction } from "../../platform/intl/useText";

/** Message and values for the import that wrote a record, such as "imported from Trello by Maria Manager". */
export function importOriginMessage({ source, by }: ImportOrigin, text: TextFunction) {
  const values = {
    source: text(`projectImport.source.${source}`),
    name: by?.fullname ?? text("importOrigin.formerUser"),
  };
  return { id: source === "table" ? "importOrigin.fromTable" : "importOrigin.from", values } as const;
}

export function importOriginText(origin: ImportOrigin, text: TextFunction): string {
  const { id, values } = importOriginMessage(origin, text);
  return text(id, values);
}
