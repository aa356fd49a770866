import { useState } from "react";
import { useText } from "../../../platform/intl/useText";
import { NumberField } from "../../../ui/fields/NumberField";
import { wasLeft } from "../../../ui/form/leaving";

const most = 999;

/** How many tasks are meant to be here at most. Saved by Enter or on leaving; empty means none. */
export function ColumnLimit({ limit, onSave }: { limit: number | null; onSave: (limit: number | null) => void }) {
  const text = useText();
  const [typed, setTyped] = useState<number | string>(limit ?? "");
  const save = () => {
    const wanted = typed === "" ? null : Number(typed);
    if (wanted !== null && !(wanted >= 1 && wanted <= most)) setTyped(limit ?? "");
    else if (wanted !== limit) onSave(wanted);
  };
  return (
    <NumberField
      size="xs"
      label={text("board.column.limit")}
      placeholder={text("board.column.noLimit")}
      min={1}
      max={most}
      value={typed}
      onChange={setTyped}
      onBlur={() => wasLeft() && save()}
      onKeyDown={(event) => event.key === "Enter" && save()}
    />
  );
}
