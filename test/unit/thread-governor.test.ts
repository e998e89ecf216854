import { describe, expect, it } from 'vitest';
import { sampleCpu, ThreadGovernor, type CpuSample } from '../../src/main/inference/llama/thread-governor.ts';

/** A machine whose own and other use of the processor is set by hand, in cores. */
function machine() {
  let now: CpuSample = { atMs: 0, systemMs: 0, ownMs: 0 };
  return {
    sample: () => now,
    run(ms: number, own: number, others: number) {
      now = { atMs: now.atMs + ms, systemMs: now.systemMs + ms * (own + others), ownMs: now.ownMs + ms * own };
    },
  };
}

describe('thread governor', () => {
  it('uses all threads while nobody else needs the cores', () => {
    const cpu = machine();
    const governor = new ThreadGovernor({ most: 2, cores: 2, sample: cpu.sample });
    cpu.run(400, 2, 0.1);
    expect(governor.next()).toBe(2);
  });

  it('gives a core up while another program uses one, and takes it back after', () => {
    const cpu = machine();
    const governor = new ThreadGovernor({ most: 2, cores: 2, sample: cpu.sample });
    cpu.run(400, 1, 1);
    expect(governor.next()).toBe(1);
    cpu.run(400, 1, 0.05);
    expect(governor.next()).toBe(2);
  });

  it('keeps at least one thread, and never more than it may', () => {
    const cpu = machine();
    const governor = new ThreadGovernor({ most: 4, cores: 8, sample: cpu.sample });
    cpu.run(400, 0.2, 7.8);
    expect(governor.next()).toBe(1);
    cpu.run(400, 4, 0);
    expect(governor.next()).toBe(4);
  });

  it('does not judge a time that is too short', () => {
    const cpu = machine();
    const governor = new ThreadGovernor({ most: 2, cores: 2, sample: cpu.sample });
    cpu.run(50, 0, 2);
    expect(governor.next()).toBe(2);
  });

  it('samples counters that only grow', () => {
    const before = sampleCpu();
    const after = sampleCpu();
    expect(after.atMs).toBeGreaterThanOrEqual(before.atMs);
    expect(after.systemMs).toBeGreaterThanOrEqual(before.systemMs);
    expect(after.ownMs).toBeGreaterThanOrEqual(before.ownMs);
  });
});
