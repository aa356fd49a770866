/** Whether a booking was made at a door screen. Only then it has a title but no requester. */
export const isMadeAtDoor = ({ title, requester }: { title: string | null; requester: unknown }): boolean =>
  title !== null && requester === null;
