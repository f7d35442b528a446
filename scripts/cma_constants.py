#!/usr/bin/env python3
"""The constants of CMA-ES and one generation by hand, for src/tune/method/cma.rs.

By table 1 and equations 39 to 47 of N. Hansen, "The CMA Evolution Strategy: A Tutorial"
(arXiv 1604.00772), with weights of the better half alone; in 40 digits, without the program's code.
"""

from decimal import Decimal as D, getcontext

getcontext().prec = 40


def constants(n, lam):
    raw = [(D(lam + 1) / 2).ln() - D(i).ln() for i in range(1, lam // 2 + 1)]
    w = [x / sum(raw) for x in raw]
    mu = 1 / sum(x * x for x in w)
    n = D(n)
    cs = (mu + 2) / (n + mu + 5)
    ds = 1 + 2 * max(D(0), ((mu - 1) / (n + 1)).sqrt() - 1) + cs
    cc = (4 + mu / n) / (n + 4 + 2 * mu / n)
    c1 = 2 / ((n + D("1.3")) ** 2 + mu)
    cmu = min(1 - c1, 2 * (D("0.25") + mu + 1 / mu - 2) / ((n + 2) ** 2 + mu))
    chi = n.sqrt() * (1 - 1 / (4 * n) + 1 / (21 * n * n))
    return w, mu, cs, ds, cc, c1, cmu, chi


def generation():
    """From (0.5, 0.5), sigma 0.2, C = 1, paths 0, lambda 4; the two best points."""
    w, mu, cs, ds, cc, c1, cmu, chi = constants(2, 4)
    m, sigma = [D("0.5")] * 2, D("0.2")
    points = [[D("0.7"), D("0.6")], [D("0.5"), D("0.9")]]
    y = [[(x - a) / sigma for x, a in zip(p, m)] for p in points]
    step = [sum(wi * yi[k] for wi, yi in zip(w, y)) for k in range(2)]
    m = [a + sigma * s for a, s in zip(m, step)]
    ps = [(cs * (2 - cs) * mu).sqrt() * s for s in step]
    length = sum(p * p for p in ps).sqrt()
    still = length / (1 - (1 - cs) ** 2).sqrt() < (D("1.4") + D(2) / 3) * chi
    pc = [(cc * (2 - cc) * mu).sqrt() * s if still else D(0) for s in step]
    lost = D(0) if still else cc * (2 - cc)
    old = 1 + c1 * lost - c1 - cmu
    c = lambda i, k: (
        old * (1 if i == k else 0)
        + c1 * pc[i] * pc[k]
        + cmu * sum(wi * yi[i] * yi[k] for wi, yi in zip(w, y))
    )
    sigma *= (cs / ds * (length / chi - 1)).exp()
    return m[0], m[1], sigma, c(0, 0), c(0, 1), c(1, 1)


if __name__ == "__main__":
    w, *rest = constants(10, 10)
    print(", ".join(f"{x:.8f}" for x in w))
    print(", ".join(f"{x:.8f}" for x in rest))
    print(", ".join(f"{x:.8f}" for x in generation()))
