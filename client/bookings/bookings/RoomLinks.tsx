import { createDoorScreen, deleteDoorScreen, readDoorScreen } from "../../../shared/bookings/bookings/door.contract";
import { createRoomFeed, deleteRoomFeed, readRoomFeed } from "../../../shared/bookings/bookings/guests.contract";
import { QrCode } from "../../identity/security/QrCode";
import { useText } from "../../platform/intl/useText";
import { useAction, useEndpoint } from "../../platform/query";
import { Dialog } from "../../ui/Dialog";
import { FeedAddress } from "../../ui/FeedAddress";
import classes from "./bookings.module.css";

interface RoomLinksDialogProps {
  room: { id: number; name: string };
  opened: boolean;
  onClose: () => void;
}

export function RoomLinksDialog({ room, opened, onClose }: RoomLinksDialogProps) {
  const text = useText();
  return (
    <Dialog opened={opened} onClose={onClose} title={text("door.linksOf", { name: room.name })}>
      {opened && <RoomLinks roomId={room.id} />}
    </Dialog>
  );
}

/** Secret addresses of a room: the screen at its door, and its calendar. */
export function RoomLinks({ roomId }: { roomId: number }) {
  const text = useText();
  const room = { params: { id: roomId } };
  const fresh = { staleTime: 0 };
  const screen = useEndpoint(readDoorScreen, room, fresh).data?.data;
  const feed = useEndpoint(readRoomFeed, room, fresh).data?.data;
  const createScreen = useAction(createDoorScreen);
  const revokeScreen = useAction(deleteDoorScreen);
  const createFeed = useAction(createRoomFeed);
  const revokeFeed = useAction(deleteRoomFeed);
  return (
    <div className={classes.fields}>
      <h3>{text("door.screen")}</h3>
      <FeedAddress
        feed={screen}
        read={readDoorScreen}
        warning={text("door.replace.why")}
        renderAddress={(address) => <QrCode value={address} label={text("door.scanAddress")} />}
        create={{ call: createScreen, input: room }}
        revoke={{ call: revokeScreen, input: room }}
      />
      <h3>{text("booking.feed.room")}</h3>
      <FeedAddress
        feed={feed}
        read={readRoomFeed}
        create={{ call: createFeed, input: room }}
        revoke={{ call: revokeFeed, input: room }}
      />
    </div>
  );
}
