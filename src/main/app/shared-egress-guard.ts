import { installEgressGuard, type EgressGuard } from '../platform/egress-guard.ts';

let guard: EgressGuard | undefined;
let users = 0;

/** The guard of this process, shared by the apps that are open in it; the last one that closes takes it off. */
export function shareEgressGuard(): EgressGuard {
  guard ??= installEgressGuard();
  const shared = guard;
  users += 1;
  let released = false;
  return {
    report: () => shared.report(),
    allow: (task) => shared.allow(task),
    [Symbol.dispose]() {
      if (released) return;
      released = true;
      users -= 1;
      if (users > 0) return;
      shared[Symbol.dispose]();
      guard = undefined;
    },
  };
}
