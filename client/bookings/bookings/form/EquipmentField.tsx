import { MultiSelect } from "@mantine/core";
import { listEquipment } from "../../../../shared/bookings/equipment/equipment.contract";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import type { FormBindings } from "./form.types";
import { BookingWarning } from "./BookingWarning";
import { FailedReads } from "../../../ui/states/FailedReads";

interface EquipmentFieldProps {
  form: FormBindings;
  name?: string;
  /** Id of the piece that is itself being booked; excluded from the options. */
  own?: string | undefined;
  /** Building of the room: its equipment is listed first, and equipment from other buildings causes a warning. */
  building?: string | null;
  chosen?: readonly string[];
}

/** Selects additional equipment; hidden when the tenant has none. */
export function EquipmentField({ form, name = "equipment", own, building = null, chosen = [] }: EquipmentFieldProps) {
  const text = useText();
  const query = useEndpoint(listEquipment, { query: {} });
  const pieces = (query.data?.data ?? []).filter(({ id }) => String(id) !== own);
  if (pieces.length === 0) return <FailedReads reads={[query]} />;
  const groups = new Map<string, { value: string; label: string }[]>();
  const isHere = (piece: (typeof pieces)[number]) => piece.building.name === building;
  for (const piece of [...pieces].sort((a, b) => Number(isHere(b)) - Number(isHere(a)))) {
    const group = piece.building.name;
    groups.set(group, [...(groups.get(group) ?? []), { value: String(piece.id), label: piece.name }]);
  }
  const away = building === null ? [] : pieces.filter((piece) => chosen.includes(String(piece.id)) && !isHere(piece));
  return (
    <div>
      <MultiSelect
        label={text(own === undefined ? "booking.equipment" : "booking.moreEquipment")}
        searchable
        data={[...groups].map(([group, items]) => ({ group, items }))}
        {...form.valueProps<string[]>(name)}
      />
      {away.map(({ id, name: piece, building: place }) => (
        <BookingWarning key={id}>
          {text("booking.equipmentElsewhere", { piece, place: place.name, building: building ?? "" })}
        </BookingWarning>
      ))}
    </div>
  );
}
