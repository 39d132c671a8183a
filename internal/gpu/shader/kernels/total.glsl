// The sum or the largest of a value of each thread of a group, in a fixed order.
shared float total_[THREADS];

float total(float v) {
	uint t = gl_LocalInvocationIndex;
	barrier();
	total_[t] = v;
	for (uint n = THREADS / 2; n > 0; n /= 2) {
		barrier();
		if (t < n) total_[t] += total_[t + n];
	}
	barrier();
	return total_[0];
}

float largest(float v) {
	uint t = gl_LocalInvocationIndex;
	barrier();
	total_[t] = v;
	for (uint n = THREADS / 2; n > 0; n /= 2) {
		barrier();
		if (t < n) total_[t] = max(total_[t], total_[t + n]);
	}
	barrier();
	return total_[0];
}
