import { Radio } from "@mantine/core";
import type { ReactNode } from "react";
import type { AssignmentCandidate } from "../../../../shared/bookings/bookings/approval/decisions.contract";
import { useText } from "../../../platform/intl/useText";
import classes from "./approval.module.css";

interface CandidateSelectProps {
  label: string;
  choices: readonly AssignmentCandidate[];
  value: string | null;
  onChange: (id: string) => void;
  error?: ReactNode;
}

/** Keeps a name's direction inside a right-to-left sentence. */
const isolated = (name: string) => `\u2068${name}\u2069`;

export function CandidateSelect({ label, choices, value, onChange, error }: CandidateSelectProps) {
  const text = useText();
  const about = ({ plate_number, seats, phone_number, against }: AssignmentCandidate) =>
    [
      plate_number && text("car.plateIs", { plate: isolated(plate_number) }),
      seats !== null && text("booking.seats", { count: seats }),
      phone_number && text("driver.phoneIs", { phone: isolated(phone_number) }),
      ...against.map((reason) => text(`reservation.against.${reason}`)),
    ]
      .filter(Boolean)
      .join(" · ");
  return (
    <Radio.Group label={label} value={value} onChange={onChange} error={error}>
      <div className={classes.choices}>
        {choices.map((choice) => (
          <Radio
            key={choice.id}
            value={String(choice.id)}
            label={<bdi>{choice.name}</bdi>}
            disabled={!choice.free}
            description={about(choice)}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
