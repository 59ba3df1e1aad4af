/** Interleaved rounds: what disturbs the machine for a while disturbs all contenders alike. */

/** Samples by contender, one for each round. Each round begins with another contender. */
export async function interleave<C, S>(
  contenders: readonly C[],
  rounds: number,
  sample: (contender: C, round: number) => Promise<S>,
): Promise<ReadonlyMap<C, readonly S[]>> {
  const samples = new Map<C, S[]>(contenders.map((contender) => [contender, []]));
  for (let round = 0; round < rounds; round++) {
    const turned = contenders.map((_, i) => contenders[(i + round) % contenders.length]!);
    for (const contender of turned) samples.get(contender)?.push(await sample(contender, round));
  }
  return samples;
}
