import { useFormat, useText } from "../../platform/intl/useText";

interface ServicePeriodProps {
  from: string;
  to: string;
}

export function ServicePeriod({ from, to }: ServicePeriodProps) {
  const text = useText();
  const { day } = useFormat();
  const first = day(from, "medium");
  return <>{from === to ? first : text("finance.fromTo", { from: first, to: day(to, "medium") })}</>;
}
