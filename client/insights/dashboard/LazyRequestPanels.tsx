import { Suspense, useState } from "react";
import { lazyScreenPart } from "../../ui/states/chunks";
import { useCurrentUser } from "../../platform/session";
import { loadFamilyCalls, loadWithFamilies } from "../../approvals/approvals/family-screens";
import { RequestPanelsLoading } from "./RequestsLoading";

// Loaded together with the list components of the request families, which are too large for the initial chunk.
const load = loadWithFamilies(async () => {
  const [panels] = await Promise.all([import("./RequestPanels"), loadFamilyCalls()]);
  return panels;
});
const requestPanels = () => lazyScreenPart(async () => (await load()).RequestPanels);

export function LazyRequestPanels() {
  const { external } = useCurrentUser();
  // A new lazy component per mount, so that a retry loads a failed chunk again.
  const [RequestPanels] = useState(requestPanels);
  if (external) return null;
  return (
    <Suspense fallback={<RequestPanelsLoading />}>
      <RequestPanels />
    </Suspense>
  );
}
