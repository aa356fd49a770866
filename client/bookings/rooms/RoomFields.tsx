import { MultiSelect, Select, Switch, TagsInput, TextInput } from "@mantine/core";
import { selectDepartments } from "../../../shared/people/departments/departments.contract";
import { selectGroups } from "../../../shared/people/groups/groups.contract";
import { colorTones } from "../../../shared/kernel/fields";
import { listBuildings } from "../../../shared/bookings/rooms/buildings.contract";
import { roomToolsWithIcon, roomSchema } from "../../../shared/bookings/rooms/rooms.schema";
import { createRoom, type Room, updateRoom } from "../../../shared/bookings/rooms/rooms.contract";
import { PanelForm } from "../../ui/records/PanelForm";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { NumberField } from "../../ui/fields/NumberField";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import classes from "../resources/resources.module.css";
import { RateField } from "../resources/RateField";
import { useRecordForm } from "../../ui/records/useRecordForm";
import { WeeklyHoursFields } from "../resources/WeeklyHoursFields";
import { AmountField } from "../../ui/fields/AmountField";
import { FailedReads } from "../../ui/states/FailedReads";

const everyDay = ["1", "2", "3", "4", "5", "6", "7"];
const clearable = ["area", "capacity", "ahead_days", "longest_minutes", "check_in_minutes", "hourly_rate"] as const;
const idsOf = (ids: readonly number[] | undefined) => (ids ?? []).map(String);
const choices = (rows: readonly { id: number; name?: string; title?: string }[]) =>
  rows.map(({ id, name, title }) => ({ value: String(id), label: name ?? title ?? "" }));

const valuesOf = (room: Room | null) => ({
  name: room?.name ?? "",
  building_id: room ? String(room.building_id) : (null as string | null),
  floor_id: room ? String(room.floor_id) : (null as string | null),
  area: (room?.area ?? "") as number | string,
  capacity: (room?.capacity ?? "") as number | string,
  tools: room?.tools ?? ([] as string[]),
  color: room?.color ?? (null as string | null),
  opens_at: room?.opens_at ?? "",
  closes_at: room?.closes_at ?? "",
  open_days: room ? idsOf(room.open_days) : everyDay,
  auto_approve: room?.auto_approve ?? true,
  pending_blocks: room?.pending_blocks ?? true,
  audience: (room?.audience ?? "everyone") as string,
  group_ids: idsOf(room?.group_ids),
  department_ids: idsOf(room?.department_ids),
  notice_minutes: (room?.notice_minutes ?? 0) as number | string,
  ahead_days: (room?.ahead_days ?? "") as number | string,
  longest_minutes: (room?.longest_minutes ?? "") as number | string,
  buffer_before_minutes: (room?.buffer_before_minutes ?? 0) as number | string,
  buffer_after_minutes: (room?.buffer_after_minutes ?? 0) as number | string,
  cross_day: room?.cross_day ?? false,
  check_in_minutes: (room?.check_in_minutes ?? "") as number | string,
  hourly_rate: room?.hourly_rate ?? "",
});

export function RoomFields({ room, onClose }: { room: Room | null; onClose: () => void }) {
  const text = useText();
  const buildingsQuery = useEndpoint(listBuildings, { query: { with_floors: "1" } });
  const buildings = buildingsQuery.data?.data ?? [];
  const form = useRecordForm(roomSchema, {
    record: room,
    valuesOf,
    groups: [
      ["building_id", "floor_id"],
      ["opens_at", "closes_at"],
    ],
    entries: ["open_days", "tools", "group_ids", "department_ids"],
    clearable,
    create: createRoom,
    update: updateRoom,
    onClose,
  });
  const building = form.valueProps<string | null>("building_id");
  const floors = buildings.find(({ id }) => String(id) === building.value)?.floors ?? [];
  return (
    <PanelForm form={form} onClose={onClose}>
      <TextInput data-autofocus label={text("place.name")} {...form.field("name")} />
      <FailedReads reads={[buildingsQuery]} />
      <div className={classes.pair}>
        <Select
          label={text("place.building")}
          searchable
          data={choices(buildings)}
          {...building}
          onChange={(id) => {
            building.onChange(id);
            form.setValue("floor_id", null);
          }}
        />
        <Select
          label={text("place.floor")}
          searchable
          data={choices(floors)}
          {...form.valueProps<string | null>("floor_id")}
        />
      </div>
      <div className={classes.pair}>
        <NumberField
          label={<OptionalLabel label={text("room.capacity")} />}
          min={1}
          max={100_000}
          {...form.valueProps<number | string>("capacity")}
        />
        <AmountField
          currency={undefined}
          label={<OptionalLabel label={text("room.area")} />}
          {...form.valueProps<string>("area")}
        />
      </div>
      <TagsInput
        label={<OptionalLabel label={text("room.tools")} />}
        description={text("room.tools.why")}
        data={[...roomToolsWithIcon]}
        {...form.valueProps<string[]>("tools")}
      />
      <Select
        label={<OptionalLabel label={text("room.color")} />}
        clearable
        data={colorTones.map((tone) => ({ value: tone, label: text(`color.${tone}`) }))}
        {...form.valueProps<string | null>("color")}
      />
      <h3 className={classes.heading}>{text("room.hours")}</h3>
      <WeeklyHoursFields
        from={{ label: text("room.opensAt"), field: form.valueProps<string>("opens_at") }}
        until={{ label: text("room.closesAt"), field: form.valueProps<string>("closes_at") }}
        days={{ label: text("room.openDays"), field: form.valueProps<string[]>("open_days") }}
      />
      <Rules form={form} />
    </PanelForm>
  );
}

type RoomForm = ReturnType<typeof useRecordForm<typeof roomSchema, Room, ReturnType<typeof valuesOf>>>;

function Rules({ form }: { form: RoomForm }) {
  const text = useText();
  const audience = form.valueProps<string | null>("audience");
  const selected = audience.value === "selected";
  const groups = useEndpoint(selectGroups, undefined, { enabled: selected });
  const departments = useEndpoint(selectDepartments, undefined, { enabled: selected });
  const amount = (
    name:
      | "notice_minutes"
      | "longest_minutes"
      | "buffer_before_minutes"
      | "buffer_after_minutes"
      | "ahead_days"
      | "check_in_minutes",
    min: number,
    max: number,
  ) => <NumberField label={text(`room.${name}`)} min={min} max={max} {...form.valueProps<number | string>(name)} />;
  return (
    <>
      <h3 className={classes.heading}>{text("room.rules")}</h3>
      <Switch label={text("room.auto_approve")} {...form.check("auto_approve")} />
      {!form.values.auto_approve && (
        <Switch
          label={text("room.pending_blocks")}
          description={text("room.pending_blocks.why")}
          {...form.check("pending_blocks")}
        />
      )}
      <Switch label={text("room.cross_day")} {...form.check("cross_day")} />
      <Select
        label={text("room.audience")}
        allowDeselect={false}
        data={(["everyone", "selected"] as const).map((value) => ({ value, label: text(`room.audience.${value}`) }))}
        {...audience}
      />
      {selected && (
        <>
          <FailedReads reads={[groups, departments]} />
          <MultiSelect
            label={text("title.groups")}
            searchable
            data={choices(groups.data?.data ?? [])}
            {...form.valueProps<string[]>("group_ids")}
          />
          <MultiSelect
            label={text("title.departments")}
            searchable
            data={choices(departments.data?.data ?? [])}
            {...form.valueProps<string[]>("department_ids")}
          />
        </>
      )}
      <div className={classes.pair}>
        {amount("notice_minutes", 0, 525_600)}
        {amount("ahead_days", 1, 366)}
        {amount("longest_minutes", 5, 525_600)}
        {amount("check_in_minutes", 1, 240)}
        {amount("buffer_before_minutes", 0, 1_440)}
        {amount("buffer_after_minutes", 0, 1_440)}
        <RateField before={form.startValues.hourly_rate} {...form.valueProps<string>("hourly_rate")} />
      </div>
    </>
  );
}
