import { usePeopleOptions } from "../../../ui/fields/usePeopleOptions";
import { Select } from "@mantine/core";
import type { ReactNode } from "react";
import type { GridResource } from "../../../../shared/bookings/bookings/grid.contract";
import type { Driver } from "../../../../shared/bookings/drivers/drivers.contract";
import { equipmentKinds } from "../../../../shared/bookings/equipment/equipment.schema";
import { useText } from "../../../platform/intl/useText";
import { SearchField } from "../../../ui/fields/SearchField";
import { Toolbar } from "../../../ui/PageHead";
import classes from "../bookings.module.css";
import type { GridFilter } from "./grid.rows";
import { compareNames } from "../../../platform/intl/useNameOf";

interface GridFiltersProps {
  resources: readonly GridResource[];
  drivers: readonly Driver[];
  filter: GridFilter;
  onChange: (filter: GridFilter) => void;
  children: ReactNode;
}

const unique = (values: readonly (string | null)[]) => [...new Set(values)].filter((each) => each !== null);
const sizes = [2, 4, 6, 8, 12, 20] as const;

export function GridFilters({ resources, drivers, filter, onChange, children }: GridFiltersProps) {
  const text = useText();
  // Negative ids stand for external drivers, who aren't users.
  const driverNames = usePeopleOptions(drivers.map(({ id, user_id, fullname }) => ({ id: user_id ?? -id, fullname })));
  const tools = [...new Set(resources.flatMap((each) => each.tools))].sort(compareNames);
  const buildings = unique(resources.map(({ building }) => building)).sort(compareNames);
  const types = unique(resources.map(({ car_type }) => car_type));
  const availableKinds = new Set(resources.map(({ equipment_kind }) => equipment_kind));
  const kinds = equipmentKinds.filter((kind) => availableKinds.has(kind));
  return (
    <Toolbar>
      {children}
      <div className={classes.filters}>
        <SearchField
          text={filter.text}
          onChange={(value) => onChange({ ...filter, text: value })}
          label={text("booking.search")}
        />
        {buildings.length > 1 && (
          <Filter
            label={text("place.building")}
            data={buildings}
            value={filter.building}
            onChange={(building) => onChange({ ...filter, building })}
          />
        )}
        {types.length > 1 && (
          <Filter
            label={text("booking.carType")}
            data={types.map((value) => ({ value, label: text(`booking.carType.${value as "sedan"}`) }))}
            value={filter.carType}
            onChange={(carType) => onChange({ ...filter, carType })}
          />
        )}
        {kinds.length > 0 && (
          <Filter
            label={text("equipment.kind")}
            data={kinds.map((value) => ({ value, label: text(`equipment.kind.${value}`) }))}
            value={filter.tool}
            onChange={(tool) => onChange({ ...filter, tool })}
          />
        )}
        {kinds.length === 0 && (
          <Filter
            label={text("booking.seatsNeeded")}
            data={sizes.map((seats) => ({ value: String(seats), label: text("booking.orMore", { count: seats }) }))}
            value={filter.seats ? String(filter.seats) : null}
            onChange={(value) => onChange({ ...filter, seats: Number(value ?? 0) })}
          />
        )}
        {tools.length > 0 && (
          <Filter
            label={text("booking.tools")}
            data={tools}
            value={filter.tool}
            onChange={(tool) => onChange({ ...filter, tool })}
          />
        )}
        {drivers.length > 0 && (
          <Filter
            label={text("reservation.driver")}
            data={driverNames.map(({ label }, at) => ({ value: String(drivers[at]?.id), label }))}
            value={filter.driver}
            onChange={(driver) => onChange({ ...filter, driver })}
          />
        )}
      </div>
      <Legend />
    </Toolbar>
  );
}

interface FilterProps {
  label: string;
  data: readonly (string | { value: string; label: string })[];
  value: string | null;
  onChange: (value: string | null) => void;
}

function Filter({ label, data, ...choice }: FilterProps) {
  return <Select size="xs" aria-label={label} placeholder={label} clearable data={[...data]} {...choice} />;
}

function Legend() {
  const text = useText();
  return (
    <span className={classes.legend}>
      <span>
        <i style={{ "--dot": "var(--accent)" } as object} />
        {text("booking.legend.mine")}
      </span>
      <span>
        <i style={{ "--dot": "var(--line-strong)" } as object} />
        {text("booking.legend.booked")}
      </span>
      <span>
        <i data-pending />
        {text("booking.pending")}
      </span>
    </span>
  );
}
