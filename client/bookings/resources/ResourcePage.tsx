import type { Reassignment } from "../../../shared/bookings/resources/affected-bookings";
import { carsStream, roomsStream } from "../../../shared/bookings/resources/resources.events";
import { useText } from "../../platform/intl/useText";
import { useCan, useCurrentUser } from "../../platform/session";
import { RecordName } from "../../ui/records/RecordName";
import { RecordPage, type RecordPageProps } from "../../ui/records/RecordPage";
import { affectedBookings } from "./AffectedBookings";
import classes from "./resources.module.css";

interface Resource {
  id: number;
  name: string;
  /** Undefined for kinds without an image. */
  image?: string | null;
  can: { edit: boolean; delete: boolean };
}

interface ResourcePageProps<Row extends Resource>
  extends Pick<RecordPageProps<Row, Row, Reassignment[]>, "mayAdd" | "list" | "columns" | "form" | "remove"> {
  noun: "building" | "floor" | "room" | "car" | "equipment";
  sortedByName?: boolean;
}

/** Returns the stream with changes of bookable resources, or null without the permission to follow it. */
export function useBookablesStream(of: "rooms" | "cars") {
  const { tenant, external } = useCurrentUser();
  const can = useCan();
  if (!can("reservation-list") || external) return null;
  return of === "cars" ? carsStream(tenant.id) : roomsStream(tenant.id);
}

export function ResourcePage<Row extends Resource>({ sortedByName, columns, ...page }: ResourcePageProps<Row>) {
  const text = useText();
  const { open } = page.list;
  const name = (row: Row) => {
    const opener = <RecordName name={row.name} onOpen={row.can.edit ? () => open.edit(row) : null} />;
    if (!row.image) return opener;
    return (
      <span className={classes.named}>
        <img src={row.image} alt="" loading="lazy" />
        {opener}
      </span>
    );
  };
  return (
    <RecordPage
      {...page}
      stream={useBookablesStream(page.noun === "car" ? "cars" : "rooms")}
      columns={[
        { key: "name", label: text("place.name"), ...(sortedByName && { sort: "name" }), cell: name },
        ...columns,
      ]}
      nameOf={(row) => row.name}
      conflict={affectedBookings}
    />
  );
}
