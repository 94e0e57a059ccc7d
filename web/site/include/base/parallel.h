// In the place of src/base/parallel.h where there are no threads: the same work, one part after another.
#pragma once

namespace grundy {

template <class Work>
void in_parallel(unsigned count, const Work& work) {
  for (unsigned i = 0; i < count; ++i) work(i);
}

}  // namespace grundy
