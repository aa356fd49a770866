import { type PermissionArea, permissionAreas } from "../../shared/kernel/permission-areas";
import { useText } from "../platform/intl/useText";
import { Picker } from "../tasks/fields/Picker";
import { FilterPill } from "../ui/fields/FilterPill";

interface AreaFilterProps {
  /** None: all of them. */
  chosen: readonly PermissionArea[];
  onPick: (area: string) => void;
}

/** Which parts of the product the matrix shows. */
export function AreaFilter({ chosen, onPick }: AreaFilterProps) {
  const text = useText();
  const label = text("roles.area");
  const [only] = chosen;
  const value =
    chosen.length > 1
      ? text("roles.areaCount", { chosen: chosen.length, all: permissionAreas.length })
      : only && text(`permissionArea.${only}`);
  return (
    <Picker
      multiple
      searchLabel={label}
      options={permissionAreas.map((area) => ({ value: area, label: text(`permissionArea.${area}`) }))}
      chosen={chosen}
      onPick={onPick}
    >
      {(button) => <FilterPill label={label} value={value} {...button} />}
    </Picker>
  );
}
