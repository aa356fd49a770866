import type { ImportOrigin } from "../../../shared/kernel/import-origin";
import { Message, useFormat, useText } from "../../platform/intl/useText";
import { importOriginMessage } from "./import-origin-text";

/** User who imported a record, and its source. The day is the tooltip, and read by screen readers, unless it is visible. */
export function ImportedFrom({ origin, hasVisibleDay = false }: { origin: ImportOrigin; hasVisibleDay?: boolean }) {
  const text = useText();
  const { day } = useFormat();
  const { id, values } = importOriginMessage(origin, text);
  const importDay = day(origin.at, "medium");
  return (
    <span title={hasVisibleDay ? undefined : importDay}>
      <Message id={id} values={{ source: <bdi>{values.source}</bdi>, name: <bdi>{values.name}</bdi> }} />
      <span className={hasVisibleDay ? undefined : "sr-only"}>
        {text("list.comma")}
        <time dateTime={origin.at}>{importDay}</time>
      </span>
    </span>
  );
}
