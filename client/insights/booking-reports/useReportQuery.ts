import { useSearchParams } from "react-router-dom";
import { reportedTypes } from "../../../shared/insights/booking-reports/booking-reports.contract";
import { useAnalyticsView } from "../analytics/useAnalyticsView";

const idOf = (value: string | null) => (value && /^\d+$/.test(value) ? Number(value) : undefined);

export function useReportQuery() {
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
