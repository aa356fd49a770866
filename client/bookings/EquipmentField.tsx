import { MultiSelect } from "@mantine/core";
import type { Alternative } from "../../shared/bookings/bookings.contract";
import { listEquipment } from "../../shared/equipment/equipment.contract";
import { useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import type { PartForm } from "./form.types";

interface EquipmentFieldProps {
  form: PartForm;
  name?: string;
  /** The piece that is booked by itself. */
  own?: string | undefined;
}

/** What goes along with a room, or with a piece. Where there is none of it in the organisation, it isn't asked for. */
export function EquipmentField({ form, name = "equipment", own }: EquipmentFieldProps) {
  const text = useText();
  const { data } = useEndpoint(listEquipment, { query: {} });
  const pieces = (data?.data ?? []).filter(({ id }) => String(id) !== own);
  if (pieces.length === 0) return null;
  return (
    <MultiSelect
      label={text(own === undefined ? "booking.equipment" : "booking.moreEquipment")}
      searchable
      data={pieces.map((piece) => ({ value: String(piece.id), label: `${piece.name}, ${piece.building.name}` }))}
      {...form.choice<string[]>(name)}
    />
  );
}

/** The pieces with another in the place of the one that is taken. */
export const insteadOf = (
  pieces: readonly string[],
  { instead_of, bookable_id }: Pick<Alternative, "instead_of" | "bookable_id">,
): string[] => [...new Set(pieces.map((id) => (id === String(instead_of) ? String(bookable_id) : id)))];
