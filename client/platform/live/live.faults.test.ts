import fc from "fast-check";
import { gapTimeoutMs } from "../../../shared/kernel/streams";
import { connectFakeLive, followFakeStream } from "./live.fake";

const board = "project:12";

test("every event arrives once and in order on a faulty connection", async () => {
  const fault = fc.constantFrom("emit", "emit", "emit", "deliver", "lose", "double", "reverse", "break", "mend");
  await fc.assert(
    fc.asyncProperty(fc.array(fault, { maxLength: 60 }), async (faults) => {
      jest.useFakeTimers();
      const { live, server } = await connectFakeLive();
      const { revisions } = followFakeStream(live);
      let emitted = 0;
      const act: Record<string, () => unknown> = {
        emit: () => (server.emit(board), emitted++),
        deliver: () => server.deliver(),
        lose: () => server.deliver((frames) => frames.slice(1)),
        double: () => server.deliver((frames) => frames.flatMap((frame) => [frame, frame])),
        reverse: () => server.deliver((frames) => frames.toReversed()),
        break: () => server.socket?.drop(),
        mend: () => server.socket?.connect(),
      };
      for (const one of faults) act[one]?.();
      server.socket?.connect();
      server.emit(board); // a gap is only noticed by a later event
      server.deliver();
      await jest.advanceTimersByTimeAsync(gapTimeoutMs * 2);
      expect(revisions).toEqual(Array.from({ length: emitted + 1 }, (_, index) => index + 1));
      live.stop();
      jest.useRealTimers();
    }),
  );
});
