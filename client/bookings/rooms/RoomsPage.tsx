import { deleteRoom, listRooms, removeRoomPhoto, uploadRoomPhoto } from "../../../shared/bookings/rooms/rooms.contract";
import { useRecordList } from "../../ui/records/useRecordList";
import { useFormat, useText } from "../../platform/intl/useText";
import { Outages } from "../resources/Outages";
import { ResourcePhotoField } from "../resources/ResourcePhotoField";
import { ResourcePage } from "../resources/ResourcePage";
import { RoomFields } from "./RoomFields";
import { roomParts } from "./rooms.slots";

const photoCalls = { upload: uploadRoomPhoto, remove: removeRoomPhoto, list: listRooms };

export function RoomsPage() {
  const text = useText();
  const { number } = useFormat();
  const list = useRecordList(listRooms, { sort: "name" });
  return (
    <ResourcePage
      noun="room"
      list={list}
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
      remove={deleteRoom}
      form={(room) => (
        <>
          {room && <ResourcePhotoField of={room} calls={photoCalls} />}
          <RoomFields room={room} onClose={list.open.close} />
          {room && <Outages of={{ room_id: room.id }} timeZone={room.time_zone} />}
          {room && roomParts.entries.map(({ Part }) => <Part key={room.id} roomId={room.id} />)}
        </>
      )}
    />
  );
}
