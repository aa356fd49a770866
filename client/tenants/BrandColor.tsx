import { Button, TextInput } from "@mantine/core";
import { brandExample, brandFault, nearestBrand } from "../../shared/tenants/brand.rules";
import { useText } from "../platform/intl/useText";
import classes from "./tenants.module.css";

interface BrandColorProps {
  value: string;
  error: string | undefined;
  onChange(value: string): void;
  onBlur(): void;
}

/** The colour with how it looks; where it can't be read, why not, and the nearest that can. */
export function BrandColor({ value, error, onChange, onBlur }: BrandColorProps) {
  const text = useText();
  const color = /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : null;
  const fault = color && brandFault(color);
  const nearest = fault ? nearestBrand(color) : null;
  return (
    <div className={classes.color}>
      <div className={classes.picked}>
        <TextInput
          label={text("tenant.color")}
          description={text("tenant.color.why")}
          dir="ltr"
          maxLength={7}
          name="brand_color"
          value={value}
          error={fault ? text(`field.brandContrast.${fault}`) : error}
          onChange={({ currentTarget }) => onChange(currentTarget.value.trim())}
          onBlur={onBlur}
        />
        <input
          type="color"
          aria-label={text("tenant.color.pick")}
          className={classes.swatch}
          value={color ?? brandExample}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </div>
      {nearest && (
        <Button variant="default" onClick={() => onChange(nearest)}>
          <span className={classes.dot} style={{ background: nearest }} aria-hidden />
          {text("tenant.color.nearest", { color: nearest.toUpperCase() })}
        </Button>
      )}
    </div>
  );
}
