import { MultiSelect } from "@mantine/core";
import type { Alternative } from "../../shared/bookings/bookings.contract";
import { listEquipment } from "../../shared/equipment/equipment.contract";
import { useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import type { PartForm } from "./form.types";

/** What goes along with a room. Where there is none of it in the organisation, it isn't asked for. */
export function EquipmentField({ form }: { form: PartForm }) {
  const text = useText();
  const { data } = useEndpoint(listEquipment, { query: {} });
  const pieces = data?.data ?? [];
  if (pieces.length === 0) return null;
  return (
    <MultiSelect
      label={text("booking.equipment")}
      searchable
      data={pieces.map(({ id, name, building }) => ({ value: String(id), label: `${name}, ${building.name}` }))}
      {...form.choice<string[]>("equipment")}
    />
  );
}

/** The pieces with another in the place of the one that is taken. */
export const insteadOf = (
  pieces: readonly string[],
  { instead_of, bookable_id }: Pick<Alternative, "instead_of" | "bookable_id">,
): string[] => [...new Set(pieces.map((id) => (id === String(instead_of) ? String(bookable_id) : id)))];
