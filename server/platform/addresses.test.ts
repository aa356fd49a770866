import { isLoopback, isPrivateAddress } from "./addresses";

test.each(["127.0.0.1", "::1", "::ffff:127.0.0.1"])("%s is this computer", (address) => {
  expect([isLoopback(address), isPrivateAddress(address)]).toEqual([true, true]);
});

test.each(["10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "::ffff:10.0.0.1", "fd00::1"])(
  "%s is private",
  (address) => {
    expect([isLoopback(address), isPrivateAddress(address)]).toEqual([false, true]);
  },
);

test.each(["8.8.8.8", "172.32.0.1", "2001:db8::1", "::ffff:8.8.8.8", "localhost", "", "127.0.0.1.evil.test"])(
  "%s is neither",
  (address) => {
    expect([isLoopback(address), isPrivateAddress(address)]).toEqual([false, false]);
  },
);
