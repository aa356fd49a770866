import { Suspense, useState } from "react";
import { lazyPart } from "../ui/states/chunks";
import { useCurrentUser } from "../platform/session";
import { withFamilies } from "../requests/family-screens";
import { Panel } from "../ui/Panel";
import { SkeletonRows } from "../ui/states/Skeleton";

// With what each family shows in a list: too much for the first screen to wait for.
const load = withFamilies(() => import("./RequestPanels"));
const requestPanels = () => lazyPart(async () => (await load()).RequestPanels);

/** Requests that wait for one, and one's own, for those who work here. */
export function RequestsLater() {
  const { external } = useCurrentUser();
  // For each mounting: what couldn't be loaded is asked for anew when somebody tries again.
  const [RequestPanels] = useState(requestPanels);
  if (external) return null;
  return (
    <Suspense
      fallback={
        <Panel>
          <SkeletonRows rows={3} height={72} />
        </Panel>
      }
    >
      <RequestPanels />
    </Suspense>
  );
}
