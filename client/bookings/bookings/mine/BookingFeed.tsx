import { Button } from "@mantine/core";
import { IconCalendarShare } from "@tabler/icons-react";
import { useState } from "react";
import {
  createBookingFeed,
  deleteBookingFeed,
  readBookingFeed,
} from "../../../../shared/bookings/bookings/guests.contract";
import { useText } from "../../../platform/intl/useText";
import { useAction, useEndpoint } from "../../../platform/query";
import { Dialog } from "../../../ui/Dialog";
import { FeedAddress } from "../../../ui/FeedAddress";
import times from "../../resources/TimeFields.module.css";
import classes from "../bookings.module.css";

export function BookingFeed() {
  const text = useText();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button leftSection={<IconCalendarShare size={16} stroke={1.75} aria-hidden />} onClick={() => setOpened(true)}>
        {text("booking.feed.open")}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={text("booking.feed.title")}>
        {opened && <Feed />}
      </Dialog>
    </>
  );
}

function Feed() {
  const text = useText();
  const create = useAction(createBookingFeed);
  const revoke = useAction(deleteBookingFeed);
  return (
    <div className={classes.fields}>
      <p className={times.length}>{text("booking.feed.why")}</p>
      <FeedAddress
        feed={useEndpoint(readBookingFeed, {}, { staleTime: 0 }).data?.data}
        read={readBookingFeed}
        create={{ call: create, input: {} }}
        revoke={{ call: revoke, input: {} }}
      />
    </div>
  );
}
