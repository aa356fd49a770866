import { Avatar } from "../../ui/signs/Avatar";
import { StatusGlyph } from "../../ui/signs/StatusGlyph";
import type { Sign } from "./items";

export function ItemSign({ sign }: { sign: Sign }) {
  if ("person" in sign) return <Avatar person={sign.person} size={20} hasVisibleName />;
  if ("status" in sign) return <StatusGlyph status={sign.status} {...(sign.label ? { label: sign.label } : {})} />;
  return <sign.Icon size={16} stroke={1.75} aria-hidden />;
}
