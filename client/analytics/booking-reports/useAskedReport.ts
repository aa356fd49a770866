import { useSearchParams } from "react-router-dom";
import { reportedTypes } from "../../../shared/booking-reports/booking-reports.contract";
import { useAnalyticsView } from "../useAnalyticsView";

const idOf = (value: string | null) => (value && /^\d+$/.test(value) ? Number(value) : undefined);

/** What the report is of, as it stands in the address. */
export function useAskedReport() {
  const [search] = useSearchParams();
  const { view } = useAnalyticsView();
  const type = reportedTypes.find((one) => one === search.get("type"));
  const building = idOf(search.get("building"));
  return {
    ...(view.from ? { from: view.from } : {}),
    ...(view.to ? { to: view.to } : {}),
    ...(type ? { bookable_type: type } : {}),
    ...(building ? { building_id: building } : {}),
  };
}
