// The flags of the two sides. Everything else on the table is drawn in `art`.

/** Returns the outline of a side's flag, the pole at 0, 0: side a swallow-tailed, side b square. */
export function flag(side: 'a' | 'b', s: number): string {
  return side === 'a'
    ? `M0 ${-s * 0.55}H${s * 1.7}L${s * 1.2} 0L${s * 1.7} ${s * 0.55}H0Z`
    : `M0 ${-s * 0.55}H${s * 1.35}V${s * 0.55}H0Z`;
}
