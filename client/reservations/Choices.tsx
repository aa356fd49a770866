import { Radio } from "@mantine/core";
import type { ReservationChoice } from "../../shared/reservations/reservations.contract";
import { useText } from "../platform/intl/useText";
import classes from "./reservations.module.css";

interface ChoicesProps {
  label: string;
  choices: readonly ReservationChoice[];
  value: string | null;
  onChange: (id: string) => void;
  error?: string | undefined;
}

/** Cars or drivers, what fits first, and what speaks against the others; what is taken can't be chosen. */
export function Choices({ label, choices, value, onChange, error }: ChoicesProps) {
  const text = useText();
  return (
    <Radio.Group label={label} value={value} onChange={onChange} error={error}>
      <div className={classes.choices}>
        {choices.map(({ id, name, about, free, against }) => (
          <Radio
            key={id}
            value={String(id)}
            label={<bdi>{name}</bdi>}
            disabled={!free}
            description={
              against.length > 0
                ? against.map((reason) => text(`reservation.against.${reason}`)).join(" · ")
                : about && <bdi>{about}</bdi>
            }
          />
        ))}
      </div>
    </Radio.Group>
  );
}
