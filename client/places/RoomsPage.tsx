import { keepPreviousData } from "@tanstack/react-query";
import { deleteRoom, listRooms, type Room } from "../../shared/places/rooms.contract";
import { useListAddress } from "../organisation/useListAddress";
import { useOpenRecord } from "../organisation/useOpenRecord";
import { call } from "../platform/api";
import { useFormat, useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { Outages } from "./Outages";
import { PlacePhoto } from "./PlacePhoto";
import { PlacePage } from "./PlacePage";
import { RoomFields } from "./RoomFields";

const pageSize = 25;

/** `/room`: rooms by building and floor. */
export function RoomsPage() {
  const text = useText();
  const { number } = useFormat();
  const can = useCan();
  const open = useOpenRecord<Room>();
  const address = useListAddress("name");
  const { sought: q, sort, page } = address;
  const query = useEndpoint(
    listRooms,
    { query: { q, sort: sort as "name", page, per_page: pageSize } },
    { placeholderData: keepPreviousData },
  );
  return (
    <PlacePage
      kind="room"
      mayAdd={can("room-create")}
      address={address}
      query={query}
      columns={[
        {
          key: "place",
          label: text("place.building"),
          sort: "name",
          onPhone: true,
          cell: ({ building, floor }) => text("room.place", { building: building.name, floor: floor.name }),
        },
        {
          key: "capacity",
          label: text("room.capacity"),
          figure: true,
          cell: ({ capacity }) => (capacity === null ? null : number(capacity)),
        },
        {
          key: "area",
          label: text("room.area"),
          figure: true,
          cell: ({ area }) => (area === null ? null : text("room.squareMetres", { area })),
        },
        { key: "tools", label: text("room.tools"), cell: ({ tools }) => tools.join(" · ") },
        {
          key: "approval",
          label: text("room.approval"),
          cell: ({ auto_approve }) => text(auto_approve ? "room.approval.auto" : "room.approval.asked"),
        },
      ]}
      open={open}
      remove={(id, _, bookings) => call(deleteRoom, { params: { id }, body: { bookings } })}
      panel={(room) => (
        <>
          {room && <PlacePhoto of={{ ...room, kind: "room" }} />}
          <RoomFields room={room} onClose={open.close} />
          {room && <Outages of={{ room_id: room.id }} />}
        </>
      )}
    />
  );
}
