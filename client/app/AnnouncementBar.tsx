import { CloseButton } from "@mantine/core";
import { IconAlertTriangle, IconInfoCircle, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { noticeTextIn } from "../../shared/kernel/notices";
import { deviceKey, readStored, writeStored } from "../platform/browser-storage";
import { activeLanguage$ } from "../platform/intl/language";
import { useText } from "../platform/intl/useText";
import { notices$ } from "../platform/notices";
import { useStore } from "../platform/store";
import classes from "./Notices.module.css";

const closedKey = deviceKey("announcement");

/** Shows the operator's announcement until it is closed on this device. A changed announcement is shown again. */
export function AnnouncementBar() {
  const text = useText();
  const { announcement } = useStore(notices$);
  const { language } = useStore(activeLanguage$);
  const [closed, setClosed] = useState(() => readStored(closedKey));
  const visibleAnnouncement = announcement && announcement.since !== closed ? announcement : null;
  const close = (since: string) => {
    writeStored(closedKey, since);
    setClosed(since);
  };
  const Icon = visibleAnnouncement?.tone === "warning" ? IconAlertTriangle : IconInfoCircle;
  return (
    <div role="status">
      {visibleAnnouncement && (
        <div className={classes.bar} data-tone={visibleAnnouncement.tone} data-no-paper>
          <Icon size={16} stroke={1.75} aria-hidden />
          <bdi>{noticeTextIn(visibleAnnouncement.texts, language)}</bdi>
          <CloseButton
            size="sm"
            icon={<IconX size={16} stroke={1.75} aria-hidden />}
            aria-label={text("announcement.close")}
            onClick={() => close(visibleAnnouncement.since)}
          />
        </div>
      )}
    </div>
  );
}
