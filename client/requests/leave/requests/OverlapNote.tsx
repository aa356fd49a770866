import { IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { paths } from "../../../platform/paths";
import { Message } from "../../../platform/intl/useText";
import classes from "../cover/Notes.module.css";
import { useLeaveTexts } from "../types/useLeaveTexts";

interface OverlapNoteProps {
  overlaps: readonly { id: number; start_date: string; end_date: string }[];
}

export function OverlapNote({ overlaps }: OverlapNoteProps) {
  const { datesOf } = useLeaveTexts();
  return (
    <ul className={classes.refusal}>
      {overlaps.map((one) => (
        <li key={one.id}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          <span>
            <Message
              id="leave.overlapsWith"
              values={{ dates: <Link to={paths.leave("view", one.id)}>{datesOf(one)}</Link> }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
