import {
  IconBabyCarriage,
  IconBeach,
  IconBook,
  IconCalendarOff,
  IconFlag,
  IconHeart,
  IconHome,
  type IconProps,
  IconPlane,
  IconStethoscope,
} from "@tabler/icons-react";
import type { ComponentType } from "react";

const signs: Partial<Record<string, ComponentType<IconProps>>> = {
  beach: IconBeach,
  medical: IconStethoscope,
  baby: IconBabyCarriage,
  heart: IconHeart,
  study: IconBook,
  home: IconHome,
  flight: IconPlane,
  flag: IconFlag,
};

/** Falls back to a default icon for types that this client version doesn't know. */
export function LeaveIcon({ icon }: { icon: string }) {
  const Sign = signs[icon] ?? IconCalendarOff;
  return <Sign size={16} stroke={1.75} aria-hidden />;
}
