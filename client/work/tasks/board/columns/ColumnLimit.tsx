import { useState } from "react";
import { useText } from "../../../../platform/intl/useText";
import { NumberField } from "../../../../ui/fields/NumberField";
import { wasBlurredByUser } from "../../../../ui/form/blur-tracking";

const maxLimit = 999;

/** Maximum number of tasks in the column. Saved on Enter or blur; empty means no limit. */
export function ColumnLimit({ limit, onSave }: { limit: number | null; onSave: (limit: number | null) => void }) {
  const text = useText();
  const [typed, setTyped] = useState<number | string>(limit ?? "");
  const save = () => {
    const newLimit = typed === "" ? null : Number(typed);
    if (newLimit !== null && !(newLimit >= 1 && newLimit <= maxLimit)) setTyped(limit ?? "");
    else if (newLimit !== limit) onSave(newLimit);
  };
  return (
    <NumberField
      size="xs"
      label={text("board.column.limit")}
      placeholder={text("board.column.noLimit")}
      min={1}
      max={maxLimit}
      value={typed}
      onChange={setTyped}
      onBlur={() => wasBlurredByUser() && save()}
      onKeyDown={(event) => event.key === "Enter" && save()}
    />
  );
}
