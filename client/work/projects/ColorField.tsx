import { useId } from "react";
import { type ColorTone, colorTones } from "../../../shared/kernel/fields";
import { useText } from "../../platform/intl/useText";
import { toneColor } from "../../ui/signs/tones";
import classes from "./ColorField.module.css";

interface ColorFieldProps {
  label: string;
  value: ColorTone | null;
  onChange: (value: ColorTone) => void;
}

export function ColorField({ label, value, onChange }: ColorFieldProps) {
  const text = useText();
  const name = useId();
  return (
    <div role="radiogroup" aria-labelledby={`${name}-label`}>
      <span id={`${name}-label`} className={classes.label}>
        {label}
      </span>
      <div className={classes.row}>
        {colorTones.map((tone) => (
          <label key={tone} className={classes.tone} style={{ color: toneColor(tone) }} title={text(`color.${tone}`)}>
            <input
              type="radio"
              name={name}
              value={tone}
              checked={value === tone}
              onChange={() => onChange(tone)}
              aria-label={text(`color.${tone}`)}
            />
          </label>
        ))}
      </div>
    </div>
  );
}
