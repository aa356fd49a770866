import { Select, TextInput } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import {
  createEquipment,
  deleteEquipment,
  type Equipment,
  listEquipment,
  updateEquipment,
} from "../../shared/equipment/equipment.contract";
import { equipmentKinds, equipmentSchema } from "../../shared/equipment/equipment.schema";
import { tones } from "../../shared/kernel/fields";
import { listBuildings } from "../../shared/places/buildings.contract";
import { PanelForm } from "../organisation/PanelForm";
import { useListAddress } from "../organisation/useListAddress";
import { useOpenRecord } from "../organisation/useOpenRecord";
import { FieldPair } from "../places/FieldPair";
import { PlacePage } from "../places/PlacePage";
import { useRecordForm } from "../places/useRecordForm";
import { call } from "../platform/api";
import { useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { Optional } from "../ui/fields/Optional";

const pageSize = 25;

/** `/room/equipment`: what can be booked along with a room, piece by piece. */
export function EquipmentPage() {
  const text = useText();
  const can = useCan();
  const open = useOpenRecord<Equipment>();
  const address = useListAddress("name");
  const { sought: q, sort, page } = address;
  const query = useEndpoint(
    listEquipment,
    { query: { q, sort: sort as "name", page, per_page: pageSize } },
    { placeholderData: keepPreviousData },
  );
  return (
    <PlacePage
      kind="equipment"
      sortedByName
      mayAdd={can("room-create")}
      address={address}
      query={query}
      columns={[
        {
          key: "kind",
          label: text("equipment.kind"),
          onPhone: true,
          cell: ({ kind }) => text(`equipment.kind.${kind}`),
        },
        { key: "building", label: text("place.building"), cell: ({ building }) => building.name },
      ]}
      open={open}
      remove={(id) => call(deleteEquipment, { params: { id } })}
      panel={(piece) => <Fields piece={piece} onClose={open.close} />}
    />
  );
}

function Fields({ piece, onClose }: { piece: Equipment | null; onClose: () => void }) {
  const text = useText();
  const { data } = useEndpoint(listBuildings, { query: {} });
  const buildings = data?.data ?? [];
  const form = useRecordForm(equipmentSchema, {
    record: piece,
    initialValues: {
      name: piece?.name ?? "",
      kind: (piece?.kind ?? null) as string | null,
      color: (piece?.color ?? null) as string | null,
      building_id: piece ? String(piece.building_id) : (null as string | null),
    },
    clearable: ["color"],
    send: (sent, idempotencyKey) => {
      const body = sent as { name: string; kind: Equipment["kind"]; building_id: number };
      return piece
        ? call(updateEquipment, { params: { id: piece.id }, body })
        : call(createEquipment, { body, idempotencyKey });
    },
    onClose,
  });
  return (
    <PanelForm form={form} onClose={onClose}>
      <TextInput data-autofocus label={text("place.name")} {...form.field("name")} />
      <FieldPair>
        <Select
          label={text("equipment.kind")}
          data={equipmentKinds.map((kind) => ({ value: kind, label: text(`equipment.kind.${kind}`) }))}
          {...form.choice<string | null>("kind")}
        />
        <Select
          label={text("place.building")}
          searchable
          data={buildings.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.choice<string | null>("building_id")}
        />
        <Select
          label={<Optional label={text("room.color")} />}
          clearable
          data={tones.map((tone) => ({ value: tone, label: text(`color.${tone}`) }))}
          {...form.choice<string | null>("color")}
        />
      </FieldPair>
    </PanelForm>
  );
}
