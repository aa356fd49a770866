import { type RequestFamily, requestFamilies } from "../../../shared/approvals/approvals/families";
import { clientFamilies, clientFamilyOf, type DecisionCalls, type FamilyScreens } from "./client-families";

const loaded = new Map<RequestFamily, FamilyScreens>();

export const loadWithFamilies =
  <Module>(load: () => Promise<Module>) =>
  async (): Promise<Module> => {
    const families = requestFamilies.map(async (family) => loaded.set(family, await clientFamilyOf(family).screens()));
    const [module] = await Promise.all([load(), ...families]);
    return module;
  };

/** Callable only in screens loaded by `loadWithFamilies`. Returns undefined for request families newer than this client. */
export const familyScreensOf = (family: RequestFamily): FamilyScreens | undefined => loaded.get(family);

const loadedCalls = new Map<string, DecisionCalls>();

export const loadFamilyCalls = () =>
  Promise.all(clientFamilies.entries.map(async ({ code, calls }) => loadedCalls.set(code, await calls())));

/** Callable only after `loadFamilyCalls`. Returns undefined for request families newer than this client. */
export const familyCallsOf = (family: RequestFamily): DecisionCalls | undefined => loadedCalls.get(family);
